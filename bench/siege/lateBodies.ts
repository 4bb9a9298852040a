import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../../test/support/account.ts';
import type { Attack, Site } from './site.ts';

const writes = 20;
/** How long a write may take to be admitted, in ms. */
const admissionMs = 5_000;
const body = '{"name":"Late"}';

export const lateBodies: Attack = {
  attack: `${writes} writes whose key is revoked between head and body`,
  goal: 'each gets 401, and nothing is written',
  run: async site => {
    const studios = Array.from({ length: writes }, site.workspace);
    const statuses = await Promise.all(studios.map(studio => lateBody(site, studio)));
    const { rowCount } = await site.db.query(
      `select from corkboard.clients where workspace_id = any ($1) and name = 'Late'`,
      [studios.map(({ id }) => id)],
    );
    const refused = statuses.filter(status => status === '401').length;
    return {
      measured: `${refused} of ${writes} got 401, ${rowCount} written`,
      holds: refused === writes && rowCount === 0,
    };
  },
};

/** Sends a write whose body is complete only after its key was revoked. Returns the status of the response. */
async function lateBody({ db, port }: Site, { id, key }: Account): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  const admitted = `select from corkboard.rate_windows where workspace_id = $1 and kind = 'write'`;
  for (const until = Date.now() + admissionMs; (await db.query(admitted, [id])).rowCount === 0; ) {
    if (Date.now() > until) return 'not admitted';
    await pause(10);
  }
  await db.query(
    'select corkboard.revoke_key(k.workspace_id, k.id) from corkboard.api_keys k where k.workspace_id = $1',
    [id],
  );
  socket.write(body.slice(5));
  return /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1];
}
