#[test]
fn {canary}() {
    assert_eq!(1, 2);
}
