// Nothing here yet but the name.
