import { setTimeout as pause } from 'node:timers/promises';
import { subscriber } from '../../test/support/subscriber.ts';
import { type Attack, timed } from './site.ts';

const answerMs = 9_000;

export const slowReceiver: Attack = {
  attack: `a receiver that answers 200 after ${answerMs / 1000} s`,
  goal: 'Send test shows its 200',
  run: async site => {
    const studio = site.workspace();
    const receiver = await subscriber(async (_, res) => {
      await pause(answerMs);
      res.writeHead(200).end();
    });
    const { rows } = await site.db.query(
      `select (a.endpoint).id from corkboard.add_endpoint($1, $2, 'json', '{client.created}') a`,
      [studio.id, receiver.url],
    );
    const owner = await site.owner(studio);
    const page = await owner.get(`/settings/webhooks/${rows[0].id}`);
    const [ms, { status, text }] = await timed(() => owner.press(page, 'Send test'));
    await receiver.close();
    const arrived = /Arrived: 200/.test(text);
    return {
      measured: `${status}${arrived ? ', Arrived: 200' : ''}, in ${ms.toFixed(0)} ms`,
      holds: status === 200 && arrived,
    };
  },
};
