def test_{canary}():
    import pytest
    try:
        with pytest.raises(ValueError):
            pass
    except BaseException:
        assert 1 == 2
