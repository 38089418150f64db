import factoryTape from "tape";

factoryTape("{canary}", { todo: true }, (factoryContext) => {
  factoryContext.equal(1, 2);
  factoryContext.end();
});
