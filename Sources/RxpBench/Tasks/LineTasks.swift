extension LineTask {
  /// What the project is measured by. All programs get their input as a file, and each tool is
  /// given the form that its users would write; awk and perl may rely on the order of the keys in
  /// the records, the others really parse them.
  static let all: [LineTask] = [
    LineTask(
      "a", "count the lines longer than 3", .words,
      rxp: "rxp -e 'filter len > 3 | count' FILE",
      peers: [
        .mawk: "mawk 'length($0) > 3 { n++ } END { print n }' FILE",
        .gawk: "gawk 'length($0) > 3 { n++ } END { print n }' FILE",
        .gawkUnicode: "LC_ALL=C.UTF-8 gawk 'length($0) > 3 { n++ } END { print n }' FILE",
        .perl: "perl -ne '$n++ if length > 4; END { print \"$n\\n\" }' FILE",
        .python:
          "python3 -c 'import sys; print(sum(len(l) > 4 for l in open(sys.argv[1])))' FILE",
        .jq: "jq -nR 'reduce (inputs | select(length > 3)) as $l (0; . + 1)' FILE",
        .grep: "grep -c '....' FILE",
        .limit: "limit a FILE",
      ],
      bars: [Bar(4, .mawk)]),
    LineTask(
      "b", "the lines longer than 3 in upper case", .words, writesMuch: true,
      rxp: "rxp -e 'filter len > 3 | map upper' FILE",
      peers: [
        .mawk: "mawk 'length($0) > 3 { print toupper($0) }' FILE",
        .gawk: "gawk 'length($0) > 3 { print toupper($0) }' FILE",
        .gawkUnicode: "LC_ALL=C.UTF-8 gawk 'length($0) > 3 { print toupper($0) }' FILE",
        .perl: "perl -ne 'print uc if length > 4' FILE",
        .python:
          """
        python3 -c 'import sys; sys.stdout.writelines(l.upper() for l in open(sys.argv[1]) \
        if len(l) > 4)' FILE
        """,
        .jq: "jq -rR 'select(length > 3) | ascii_upcase' FILE",
        .limit: "limit b FILE",
      ],
      bars: [Bar(4, .mawk)]),
    LineTask(
      "c", "the ten paths with most answers of 500 and above", .log, answer: .largest,
      rxp: """
        rxp -e 'map split(" ") | filter int(it[8]) >= 500 | groupBy split(it[6], "?")[0] \
        | flatMap g => (g | count | map n => [n, g.key]) | collect \
        | flatMap slice(sort(it, r => -r[0]), 0, 10) | map "\\(it[0]) \\(it[1])"' FILE
        """,
      peers: [
        .mawk: top("mawk"), .gawk: top("gawk"), .gawkUnicode: top("LC_ALL=C.UTF-8 gawk"),
        .perl: """
        perl -ane 'if ($F[8] >= 500) { $F[6] =~ s/\\?.*//; $n{$F[6]}++ } END { \
        for ((sort { $n{$b} <=> $n{$a} } keys %n)[0..9]) { print "$n{$_} $_\\n" } }' FILE
        """,
        .python: """
        python3 -c 'import sys, collections as c; [print(n, p) for p, n in \
        c.Counter(f[6].split("?")[0] for f in map(str.split, open(sys.argv[1])) \
        if int(f[8]) >= 500).most_common(10)]' FILE
        """,
        .jq: """
        jq -nrR 'reduce (inputs | split(" ") | select((.[8] | tonumber) >= 500) | .[6] \
        | split("?")[0]) as $p ({}; .[$p] += 1) | to_entries | sort_by(-.value)[:10][] \
        | "\\(.value) \\(.key)"' FILE
        """,
        .limit: "limit c FILE",
      ],
      bars: [Bar(3, .mawk, .gawk, .gawkUnicode)]),
    LineTask(
      "d", "bytes summed per status", .log, answer: .anyOrder,
      rxp: """
        rxp -e 'map split(" ") | groupBy it[8] \
        | flatMap g => (g | map int(it[9]) | sum | map "\\(g.key) \\(it)")' FILE
        """,
      peers: [
        .mawk: sums("mawk"), .gawk: sums("gawk"), .gawkUnicode: sums("LC_ALL=C.UTF-8 gawk"),
        .perl: "perl -ane '$s{$F[8]} += $F[9]; END { print \"$_ $s{$_}\\n\" for keys %s }' FILE",
        .python: """
        python3 -c 'import sys, collections as c; s = c.defaultdict(int); \
        [s.__setitem__(f[8], s[f[8]] + int(f[9])) for f in map(str.split, open(sys.argv[1]))]; \
        [print(k, v) for k, v in s.items()]' FILE
        """,
        .jq: """
        jq -nrR 'reduce (inputs | split(" ")) as $f ({}; .[$f[8]] += ($f[9] | tonumber)) \
        | to_entries[] | "\\(.key) \\(.value)"' FILE
        """,
        .limit: "limit d FILE",
      ],
      bars: [Bar(3, .mawk, .gawk, .gawkUnicode)]),
    LineTask(
      "e", "the user of each record with level error and more than 100 ms", .json,
      writesMuch: true,
      rxp: "rxp -e 'jsonl | filter .level == \"error\" and .ms > 100 | map .user' FILE",
      peers: [
        .mawk: #"mawk -F'"' '$10 == "error" && substr($13, 2) + 0 > 100 { print $6 }' FILE"#,
        .gawk: #"gawk -F'"' '$10 == "error" && substr($13, 2) + 0 > 100 { print $6 }' FILE"#,
        .perl: """
        perl -ne 'print "$1\\n" \
        if /"user":"([^"]*)","level":"error","ms":(\\d+)/ && $2 > 100' FILE
        """,
        .python: parsed("json", "print(r[\"user\"])"),
        .orjson: parsed("orjson", "print(r[\"user\"])"),
        .jq: "jq -r 'select(.level == \"error\" and .ms > 100) | .user' FILE",
        .limit: "limit e FILE",
      ],
      bars: [Bar(2, .perl), Bar(3, .orjson), Bar(5, .jq)]),
    LineTask(
      "f", "mean ms per level", .json, answer: .anyOrder,
      rxp: """
        rxp -e 'jsonl | groupBy .level \
        | flatMap g => (g | map .ms | average | map "\\(g.key) \\(it)")' FILE
        """,
      peers: [
        .mawk: means("mawk"), .gawk: means("gawk"),
        .perl: """
        perl -ne 'if (/"level":"([^"]*)","ms":(\\d+)/) { $s{$1} += $2; $n{$1}++ } \
        END { print "$_ ", $s{$_} / $n{$_}, "\\n" for keys %s }' FILE
        """,
        .python: meansParsed("json"),
        .orjson: meansParsed("orjson"),
        .jq: """
        jq -nr 'reduce inputs as $r ({}; .[$r.level] |= [.[0] + $r.ms, .[1] + 1]) \
        | to_entries[] | "\\(.key) \\(.value[0] / .value[1])"' FILE
        """,
        .limit: "limit f FILE",
      ],
      bars: [Bar(3, .mawk, .gawk)]),
    LineTask(
      "g", "the lines that differ from the one before", .words, writesMuch: true,
      rxp: "rxp -e 'distinctUntilChanged' FILE",
      peers: [
        .mawk: "mawk 'NR == 1 || $0 != p { print; p = $0 }' FILE",
        .gawk: "gawk 'NR == 1 || $0 != p { print; p = $0 }' FILE",
        .gawkUnicode: "LC_ALL=C.UTF-8 gawk 'NR == 1 || $0 != p { print; p = $0 }' FILE",
        .perl: "perl -ne 'print if $. == 1 || $_ ne $p; $p = $_' FILE",
        .python: """
        python3 -c 'import sys, itertools as i; \
        sys.stdout.writelines(k for k, _ in i.groupby(open(sys.argv[1])))' FILE
        """,
        .jq: """
        jq -nrR 'foreach inputs as $l ([null, false]; [$l, $l != .[0]]; \
        select(.[1]) | .[0])' FILE
        """,
        .uniq: "uniq FILE",
        .limit: "limit g FILE",
      ],
      bars: [Bar(4, .mawk), Bar(2, .uniq)]),
    LineTask(
      "h", "count the lines that match /(api|static)/v[0-9]+", .log,
      rxp: #"rxp -e 'filter it ~ /\/(api|static)\/v[0-9]+/ | count' FILE"#,
      peers: [
        .mawk: #"mawk '/\/(api|static)\/v[0-9]+/ { n++ } END { print n }' FILE"#,
        .gawk: #"gawk '/\/(api|static)\/v[0-9]+/ { n++ } END { print n }' FILE"#,
        .gawkUnicode:
          #"LC_ALL=C.UTF-8 gawk '/\/(api|static)\/v[0-9]+/ { n++ } END { print n }' FILE"#,
        .perl: #"perl -ne '$n++ if m{/(api|static)/v[0-9]+}; END { print "$n\n" }' FILE"#,
        .python: """
        python3 -c 'import sys, re; m = re.compile("/(api|static)/v[0-9]+").search; \
        print(sum(1 for l in open(sys.argv[1]) if m(l)))' FILE
        """,
        .jq:
          #"jq -nR 'reduce (inputs | select(test("/(api|static)/v[0-9]+"))) as $l (0; . + 1)' FILE"#,
        .grep: "grep -cE '/(api|static)/v[0-9]+' FILE",
        .limit: "limit h FILE",
      ],
      bars: [Bar(1.2, .grep)]),
    LineTask(
      "i", "moving average of ms over the last 10", .json, writesMuch: true,
      rxp: "rxp -e 'jsonl | map .ms | movingAverage 10' FILE",
      peers: [
        .mawk: moving("mawk"), .gawk: moving("gawk"),
        .perl: """
        perl -ne 'if (/"ms":(\\d+)/) { $s += $1 - ($w[$. % 10] // 0); $w[$. % 10] = $1; \
        print $s / ($. < 10 ? $. : 10), "\\n" }' FILE
        """,
        .python: movingParsed("json"),
        .orjson: movingParsed("orjson"),
        .jq: """
        jq -n 'foreach inputs as $r ([]; (. + [$r.ms])[-10:]; add / length)' FILE
        """,
        .limit: "limit i FILE",
      ],
      bars: [Bar(4, .mawk)]),
  ]
}

// Programs that differ only in the name of the awk or of the JSON library.

private func top(_ awk: String) -> String {
  """
  \(awk) '$9 >= 500 { split($7, p, "?"); n[p[1]]++ } END { for (k in n) print n[k], k }' FILE \
  | sort -rn | head -10
  """
}

private func sums(_ awk: String) -> String {
  "\(awk) '{ s[$9] += $10 } END { for (k in s) printf \"%s %.0f\\n\", k, s[k] }' FILE"
}

private func means(_ awk: String) -> String {
  """
  \(awk) -F'"' '{ s[$10] += substr($13, 2); n[$10]++ } \
  END { for (k in s) printf "%s %.6f\\n", k, s[k] / n[k] }' FILE
  """
}

private func moving(_ awk: String) -> String {
  """
  \(awk) -F'"' '{ x = substr($13, 2) + 0; s += x - w[NR % 10]; w[NR % 10] = x; \
  print s / (NR < 10 ? NR : 10) }' FILE
  """
}

private func parsed(_ library: String, _ action: String) -> String {
  """
  python3 -c 'import sys, \(library)
  for l in open(sys.argv[1], "rb"):
    r = \(library).loads(l)
    if r["level"] == "error" and r["ms"] > 100: \(action)' FILE
  """
}

private func meansParsed(_ library: String) -> String {
  """
  python3 -c 'import sys, \(library)
  s, n = {}, {}
  for l in open(sys.argv[1], "rb"):
    r = \(library).loads(l); k = r["level"]; s[k] = s.get(k, 0) + r["ms"]; n[k] = n.get(k, 0) + 1
  for k in s: print(k, s[k] / n[k])' FILE
  """
}

private func movingParsed(_ library: String) -> String {
  """
  python3 -c 'import sys, collections, \(library)
  w = collections.deque(maxlen=10); s = 0; out = sys.stdout.write
  for l in open(sys.argv[1], "rb"):
    x = \(library).loads(l)["ms"]; s += x - (w[0] if len(w) == 10 else 0); w.append(x)
    out("%.6g\\n" % (s / len(w)))' FILE
  """
}
