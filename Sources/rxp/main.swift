print("rxp")
