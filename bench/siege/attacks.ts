import { join } from 'node:path';
import pg from 'pg';
import { asService } from '../../test/support/role.ts';
import { table } from '../report.ts';
import type { SeededWorkspace } from '../seed/workspaces.ts';
import { startWeb, startWorker } from '../server.ts';
import { guessers } from './guessers.ts';
import { lateBodies } from './lateBodies.ts';
import { openMailbox } from './mailbox.ts';
import { outdatedApprovals } from './outdatedApprovals.ts';
import { silentNames } from './silentNames.ts';
import { type Attack, siteOf } from './site.ts';
import { slowForms } from './slowForms.ts';
import { slowReceiver } from './slowReceiver.ts';

const attacks: readonly Attack[] = [
  slowForms,
  guessers,
  slowReceiver,
  silentNames,
  lateBodies,
  outdatedApprovals,
];

/** Measures the effect on others of slow or abusive clients, one attack after the other. */
export async function benchAttacks(databaseUrl: string, workspaces: SeededWorkspace[]): Promise<void> {
  const mailbox = await openMailbox();
  const web = await startWeb(asService(databaseUrl), {
    TRUST_PROXY: '1',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'names.ts')}`,
  });
  const worker = await startWorker(asService(databaseUrl), undefined, { SMTP_URL: mailbox.url });
  const db = new pg.Pool({ connectionString: databaseUrl });
  const site = siteOf(web.port, db, mailbox, workspaces);
  const rows: string[][] = [];
  for (const { attack, goal, run } of attacks) {
    const { measured, holds } = await run(site);
    rows.push([attack, goal, measured, holds ? 'yes' : 'NO']);
  }
  console.log('\nOther requests during attacks by slow or abusive clients:\n');
  table(['Attack', 'Goal', 'Measured', 'Reached'], rows);
  await Promise.all([web.stop(), worker.stop()]);
  await db.end();
  void mailbox.close();
}
