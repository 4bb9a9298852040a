import { approval } from '../../test/support/approval.ts';
import { fetchAnswer } from '../../test/support/call.ts';
import { flood } from '../../test/support/flood.ts';
import { quantile } from '../report.ts';
import { type Attack, timed } from './site.ts';

const connections = 800;
/** Below the rate limit of a workspace. */
const writes = 50;
const goalMs = 500;

export const outdatedApprovals: Attack = {
  attack: `${connections} connections that approve a scope in a wrong version`,
  goal: `the workspace's own writes have a median below ${goalMs} ms and no error`,
  run: async ({ db, port, baseUrl, workspace }) => {
    const studio = workspace();
    const project = await studio.project();
    await studio.scope(project.id);
    const { rows } = await db.query('select share_token from corkboard.scopes where project_id = $1', [
      project.id,
    ]);
    const siege = await flood({ port, request: approval(port, rows[0].share_token, 7), connections });
    await siege.answered(connections);
    const path = `/api/v1/projects/${project.id}/time`;
    const took: number[] = [];
    let faults = 0;
    for (let i = 0; i < writes; i++) {
      const [ms, { status }] = await timed(() =>
        fetchAnswer(baseUrl, { method: 'POST', path, key: studio.key, body: { minutes: 5 } }),
      );
      took.push(ms);
      if (status !== 201) faults++;
    }
    await siege.stop();
    const [median, longest] = [quantile(took, 0.5), quantile(took, 1)];
    return {
      measured: `median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${faults} errors`,
      holds: median < goalMs && faults === 0,
    };
  },
};
