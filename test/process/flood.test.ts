import { readFile } from 'node:fs/promises';
import test from 'ava';
import { account } from '../support/account.ts';
import { approval } from '../support/approval.ts';
import { fetchAnswer } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { flood } from '../support/flood.ts';
import { type Launched, launch } from '../support/launch.ts';
import { world } from '../support/world.ts';

// `npm run bench -- siege` measures how soon the answers come. Here a request that waited for too long is sent again.
const w = world(test);

let web: Launched;
let port: number;

test.serial.before(async () => {
  web = launch({ teardown: w.atEnd }, 'web', {
    DATABASE_URL: w.serviceUrl,
    PORT: '0',
    // `npm run web` sets the same.
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=384',
  });
  port = Number(await web.says(/"port":(\d+)/));
});

// First, because its memory is measured.
test.serial('while 400 connections pipeline 300 requests each, others are answered, in 256 MB', async t => {
  const [rude, studio] = [await w.workspace(), await w.workspace()];
  const request = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rude.key}\r\n\r\n`;
  const siege = await flood({ port, request: request.repeat(300), connections: 400 });
  t.teardown(siege.kill);
  await siege.answered(400);
  const read = async () =>
    (await fetchAnswer(`http://127.0.0.1:${port}`, { method: 'GET', path: '/api/v1/me', key: studio.key }))
      .status;
  await eventually(read, status => status === 200);
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${web.child.pid}/status`, 'utf8'))!;
  t.true(Number(kilobytes) < 256 * 1024, `${kilobytes} KB`);
  const answers = await siege.stop();
  t.true(answers['200']! > 0 || answers['429']! > 0, JSON.stringify(answers));
});

test.serial(
  'while 800 connections approve an outdated scope, writes of its workspace are answered',
  async t => {
    const { id, key } = await w.workspace();
    const studio = account(`http://127.0.0.1:${port}`, w.db, id, key);
    const project = await studio.project();
    await studio.scope(project.id);
    const { rows } = await w.db.query(
      'select share_token || corkboard.secret_suffix(workspace_id) as share_token from corkboard.scopes where project_id = $1',
      [project.id],
    );
    const siege = await flood({
      port,
      request: approval(port, rows[0].share_token, 7),
      connections: 800,
    });
    t.teardown(siege.kill);
    await siege.answered(100);
    const write = async () =>
      (
        await fetchAnswer(studio.baseUrl, {
          method: 'POST',
          path: `/api/v1/projects/${project.id}/time`,
          key,
          body: { minutes: 5 },
        })
      ).status;
    await eventually(write, status => status === 201);
    const answers = await siege.stop();
    t.true(answers['409']! > 0, JSON.stringify(answers));
  },
);
