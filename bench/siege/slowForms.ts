import type { Account } from '../../test/support/account.ts';
import { stall } from '../../test/support/slowForm.ts';
import { type Attack, type Site, timed } from './site.ts';

/** 18 KB in a form. */
const longNote = 'あ'.repeat(2_000);
const goalMs = 1_000;

async function begun(site: Site) {
  const studio = site.workspace();
  const project = await studio.project({ intake: {} });
  const { rows } = await site.db.query('select token from corkboard.intakes where project_id = $1', [
    project.id,
  ]);
  return { studio, projectId: project.id as string, token: rows[0].token as string };
}

/** Stores a long note as the owner. Returns how long that took, and the status. */
async function note(site: Site, studio: Account, projectId: string): Promise<[number, number]> {
  const owner = await site.owner(studio);
  const page = await owner.get(`/projects/${projectId}?tab=notes`);
  const [ms, { status }] = await timed(() => owner.press(page, 'Add note', { body: longNote }));
  return [ms, status];
}

export const slowForms: Attack = {
  attack: 'eight slow forms on four share links',
  goal: `a long note is stored within ${goalMs} ms, there and elsewhere`,
  run: async site => {
    const slow = await Promise.all(Array.from({ length: 4 }, () => begun(site)));
    const form = { announced: 400_000, sent: 20 };
    const forms = await Promise.all(
      [...slow, ...slow].map(({ token }) => stall(site.baseUrl, `/intake/${token}/submit`, form)),
    );
    const notes: [number, number][] = [];
    for (const { studio, projectId } of [...slow, await begun(site)])
      notes.push(await note(site, studio, projectId));
    for (const { socket } of forms) socket.destroy();
    const longest = Math.max(...notes.map(([ms]) => ms));
    const stored = notes.filter(([, status]) => status === 303).length;
    return {
      measured: `${stored} of ${notes.length} stored, the slowest in ${longest.toFixed(0)} ms`,
      holds: stored === notes.length && longest < goalMs,
    };
  },
};
