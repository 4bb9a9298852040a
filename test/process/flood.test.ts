import { readFile } from 'node:fs/promises';
import test from 'ava';
import { fetchAnswer } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { flood } from '../support/flood.ts';
import { launch } from '../support/launch.ts';
import { sharedWorld } from '../support/world.ts';

// `npm run bench -- siege` measures how soon the answers come. Here a request that waited for too long is sent again.
const w = sharedWorld(test, 'processes');

test('while 200 connections pipeline 300 requests each, others are answered, in 256 MB', async t => {
  const web = launch(t, 'web', {
    DATABASE_URL: w.serviceUrl,
    PORT: '0',
    // `npm run web` sets the same.
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=384',
  });
  const port = Number(await web.says(/"port":(\d+)/));
  const [rude, studio] = [await w.workspace(), await w.workspace()];
  const request = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rude.key}\r\n\r\n`;
  const siege = await flood({ port, request: request.repeat(300), connections: 200 });
  t.teardown(siege.kill);
  await siege.answered(200);
  const read = async () =>
    (await fetchAnswer(`http://127.0.0.1:${port}`, { method: 'GET', path: '/api/v1/me', key: studio.key }))
      .status;
  await eventually(read, status => status === 200);
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${web.child.pid}/status`, 'utf8'))!;
  t.true(Number(kilobytes) < 256 * 1024, `${kilobytes} KB`);
  const answers = await siege.stop();
  t.true(answers['200']! > 0 || answers['429']! > 0, JSON.stringify(answers));
});
