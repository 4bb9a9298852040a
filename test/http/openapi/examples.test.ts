import test from 'ava';
import { call } from '../../support/call.ts';
import { document } from '../../support/contract.ts';
import { demo } from '../../support/demo.ts';
import { world } from '../../support/world.ts';

const w = world(test);

test('the example of every body works on the demo workspace, however often it is sent', async t => {
  const { key } = await demo(w);
  for (const [path, { get, post }] of Object.entries<any>(document.paths)) {
    const { example: id } =
      (post ?? get).parameters.find(({ name }: { name: string }) => name === 'id') ?? {};
    const target = path.replace('{id}', id);
    if (get) t.is((await call(w.baseUrl, { method: 'GET', path: target, key })).status, 200, target);
    if (!post) continue;
    const { example } = post.requestBody.content['application/json'];
    for (let i = 0; i < 2; i++) {
      const { status, text } = await call(w.baseUrl, { method: 'POST', path: target, key, body: example });
      t.is(status, 201, `${target} ${text}`);
    }
  }
});
