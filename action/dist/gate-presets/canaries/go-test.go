func Test_{canary}(t *testing.T) { t.Fatal("1 != 2") }
