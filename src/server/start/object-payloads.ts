type Received = { readonly payload: string };
type Receiver<Event extends Received> = { verifyAndReceive(event: Event): Promise<void> };

/**
 * Refuses a body that is no JSON object with 400: a signature proves who sent `null`, and still there is nothing in it that
 * the middleware could read. Only the first sign is looked at; what follows it is read once, by the middleware.
 */
export function withObjectPayloads<Event extends Received, Hooks extends Receiver<Event>>(webhooks: Hooks): Hooks {
  const verifyAndReceive = async (event: Event): Promise<void> => {
    if (/^\s*\{/.test(event.payload)) return webhooks.verifyAndReceive(event);
    const refused = Object.assign(new Error("the body of a delivery is a JSON object"), { status: 400 });
    throw new AggregateError([refused], refused.message);
  };
  return Object.assign(Object.create(webhooks), { verifyAndReceive });
}
