import { setTimeout as pause } from 'node:timers/promises';

const { CORKBOARD_URL, CORKBOARD_KEY } = process.env;
const mostTries = 10;

async function send(path, body, idempotencyKey) {
  const response = await fetch(`${CORKBOARD_URL}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${CORKBOARD_KEY}`,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const retryAfter = Number(response.headers.get('Retry-After') ?? 1);
  return { status: response.status, retryAfter, body: await response.json() };
}

/** Returns the body of the answer. Throws an Error with the `code` and `field` of Corkboard's error. */
export async function request(path, body, idempotencyKey) {
  for (let tries = 1; ; tries++) {
    const answer = await send(path, body, idempotencyKey).catch(cause => ({
      // No answer: a write may have happened or not. Sending it again with its key is safe.
      status: 500,
      retryAfter: tries,
      body: { error: `No answer: ${cause.message}` },
    }));
    if (answer.status < 300) return answer.body;
    const isTemporary = answer.status === 429 || answer.status >= 500;
    if (!isTemporary || tries === mostTries) throw Object.assign(new Error(answer.body.error), answer.body);
    await pause(1000 * answer.retryAfter);
  }
}
