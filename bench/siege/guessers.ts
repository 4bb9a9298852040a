import { setTimeout as pause } from 'node:timers/promises';
import { Browser } from '../../test/support/browser.ts';
import { type Attack, type Site, timed } from './site.ts';

const networks = 44;
/**
 * How many addresses each attacker invents, and the interval of an attacker's guesses, in ms: 14 guesses a second in
 * all.
 */
const invented = 10;
const guessMs = 3_000;
const goalMs = 5_000;

/** Requests codes and guesses them, from its own network, until it is stopped. */
async function guess(site: Site, n: number, stop: AbortSignal): Promise<void> {
  const from = { 'X-Forwarded-For': `198.51.100.${n + 1}` };
  const browser = new Browser(site.baseUrl);
  for (let i = 0; i < invented; i++)
    await browser.post('/sign-in', { email: `invented-${n}-${i}@nobody.example` }, from);
  while (!stop.aborted) {
    await browser.post('/sign-in/code', { code: '22222222' }, from);
    await pause(guessMs, undefined, { signal: stop }).catch(() => {});
  }
}

export const guessers: Attack = {
  attack: `${networks} networks that ask for codes and guess`,
  goal: `an owner's code comes within ${goalMs} ms and works at the first try`,
  run: async site => {
    const email = `besieged-${Date.now()}@studio.example`;
    await site.db.query(
      `update corkboard.members set email = $2 where workspace_id = $1 and role = 'owner'`,
      [site.workspace().id, email],
    );
    const stop = new AbortController();
    const guessing = Promise.all(Array.from({ length: networks }, (_, n) => guess(site, n, stop.signal)));
    // Let all of them send a request before the owner does.
    await pause(guessMs);
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const owner = new Browser(site.baseUrl);
    const [ms, mail] = await timed(async () => {
      await owner.post('/sign-in', { email }, from);
      return Promise.race([site.mailbox.mailTo(email), pause(60_000, '')]);
    });
    const [code = ''] = /^[2-9A-HJ-NP-Z]{8}$/m.exec(mail) ?? [];
    const [tried, { status }] = await timed(() => owner.post('/sign-in/code', { code }, from));
    stop.abort();
    await guessing;
    return {
      measured: `mailed in ${ms.toFixed(0)} ms, the first try ${status === 303 ? 'works' : `gets ${status}`} in ${tried.toFixed(0)} ms`,
      holds: ms < goalMs && status === 303,
    };
  },
};
