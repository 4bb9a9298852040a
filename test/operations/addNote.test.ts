import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('201: the note, with the label of its key', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project();
  const { status, body } = await studio.post(`/projects/${id}/notes`, { body: '  Prefers calls.\nEarly. ' });
  t.is(status, 201);
  t.like(body.note, {
    projectId: id,
    body: 'Prefers calls.\nEarly.',
    author: 'Zapier (API)',
    createdVia: 'api',
  });
  t.is(body.url, `/projects/${id}`);
});

test('422: a note that is too long', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  t.is((await studio.post(`/projects/${id}/notes`, { body: 'x'.repeat(5000) })).status, 201);
  t.is((await studio.post(`/projects/${id}/notes`, { body: 'x'.repeat(5001) })).body.field, 'body');
});
