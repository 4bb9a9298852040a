import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, timed } from './site.ts';

const names = 12;
const goalMs = 2_000;

export const silentNames: Attack = {
  attack: `${names} endpoints whose name server never answers`,
  goal: `another workspace adds an endpoint within ${goalMs} ms`,
  run: async site => {
    const [attacker, other] = [await site.owner(site.workspace()), await site.owner(site.workspace())];
    const form = (url: string) => ({ url, format: 'json', events: 'client.created' });
    const adding = Promise.all(
      Array.from({ length: names }, (_, n) =>
        attacker.post('/settings/webhooks/add', form(`http://n${n}.silent.example/`)),
      ),
    );
    // Wait until the look-ups are in progress.
    await pause(1_000);
    const [ms, { status }] = await timed(() =>
      other.post('/settings/webhooks/add', form(`http://localhost:${site.port}/`)),
    );
    await adding;
    return { measured: `${status} in ${ms.toFixed(0)} ms`, holds: status === 200 && ms < goalMs };
  },
};
