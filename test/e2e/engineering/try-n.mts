import { approveProduct, startScriptedProduct, untilState } from "/work/main/test/support/scripted-product.js";
import { smoothAnswers, toy, toyTask } from "/work/main/test/support/toy-modules.js";

const t0 = Date.now();
const lap = (s: string) => console.log(((Date.now() - t0) / 1000).toFixed(1), s);
const a = toy("alpha", 1);
const task = toyTask(1, [a]);
const product = await startScriptedProduct({ answers: smoothAnswers([task]) });
lap("started");
try {
  await approveProduct(product);
  lap("approved");
  const state = await untilState(
    product,
    "shipped",
    (s) => Object.values(s.project?.tasks ?? {}).some((t) => t.status === "SHIPPED" || t.status === "HALTED"),
    60_000,
  );
  lap(JSON.stringify(Object.values(state.project?.tasks ?? {}).map((t) => t.status)));
  if (JSON.stringify(state).includes("HALTED")) console.log(JSON.stringify(state.work, null, 1).slice(0, 3000));
  console.log(product.seen.map((s) => s.question));
} catch (e) {
  console.log(e);
  console.log(JSON.stringify((await product.person.state())?.work, null, 1)?.slice(0, 3000));
  console.log(product.seen.map((s) => s.question));
} finally {
  await product.stop();
  lap("stopped");
}
