import Stripe from 'stripe';

/** Throws unless the request comes from Corkboard. `rawBody`: the raw bytes. The others: the values of the headers. */
export function verify(rawBody: Buffer, timestamp: string, signatures: string, secret: string): void {
  const stripe = new Stripe('sk_not_used');
  stripe.webhooks.constructEvent(rawBody, `t=${timestamp},${signatures}`, secret, 300);
}
