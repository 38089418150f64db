import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;

class FactoryCanaryTest {
  @Test
  void {canary}() {
    assertEquals(1, 2);
  }
}
