module product

go 1.22
