import test from 'ava';
import { people } from '../support/console.ts';
import { holdMonth } from '../support/rates.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

test('usage equals the API’s, as a meter and as text, with the day on which it resets', async t => {
  const studio = await w.workspace({ plan: 'free' });
  await studio.project();
  await holdMonth(w, studio, 2);
  const owner = await p.owner(studio.id);
  const told = async () => (await studio.get('/me')).body.limits;
  const shown = async () => (await owner.get('/settings/billing')).text;
  let [limits, text, after] = [await told(), await shown(), await told()];
  // If the month ended in between, the API and the page showed different months.
  if (after.monthlyWrites.resetsAt !== limits.monthlyWrites.resetsAt) [limits, text] = [after, await shown()];
  t.like(limits, { clients: { used: 1, allowed: 3 }, monthlyWrites: { used: 2, allowed: 200 } });
  t.regex(text, /<dt>Clients<\/dt><dd>1 of 3<meter aria-label="Clients" value="1" max="3"/);
  t.regex(text, /<dt>Active projects<\/dt><dd>1 of 3<meter/);
  t.regex(text, /<dt>Seats<\/dt><dd>1 of 1<meter/);
  t.regex(text, /<dt>API writes this month<\/dt><dd>2 of 200<meter/);
  const resets = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  t.true(text.includes(resets.format(new Date(limits.monthlyWrites.resetsAt))));
  t.regex(text, /<dt>Revision classification<\/dt><dd>No<\/dd>/);
  t.true(text.includes(`<code>${studio.id}</code>`));
});

test('an unlimited value has no meter, and numbers are written as in the locale', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  await sql(`update corkboard.workspaces set locale = 'de-DE' where id = $1`, studio.id);
  const { text } = await (await p.owner(studio.id)).get('/settings/billing');
  t.regex(text, /<dt>Clients<\/dt><dd>0, no limit<\/dd>/);
  t.regex(text, /0 of 100\.000<meter/);
  t.regex(text, /<th scope="row">Studio \(your plan\)<\/th>/);
});

test('caps of zero, and caps below the usage, are shown correctly', async t => {
  await sql(`insert into corkboard.plans (name, clients, monthly_writes) values ('none', 0, 0)`);
  const studio = await w.workspace();
  await studio.client();
  await sql(`update corkboard.workspaces set plan = 'none' where id = $1`, studio.id);
  const { status, text } = await (await p.owner(studio.id)).get('/settings/billing');
  t.is(status, 200);
  t.regex(text, /<dt>Clients<\/dt><dd>1 of 0<\/dd>/);
});

test('the billing page is for members, at the URL that errors about limits contain', async t => {
  const studio = await w.workspace({ plan: 'free' });
  await sql(`update corkboard.workspaces set plan = 'studio' where id = $1`, studio.id);
  const member = await p.member(studio.id);
  await sql(`update corkboard.workspaces set plan = 'free' where id = $1`, studio.id);
  for (let n = 0; n < 3; n++) await studio.client();
  const { status, body } = await studio.post('/clients', { name: 'One more' });
  t.is(status, 402);
  t.regex((await member.get(body.upgradeUrl)).text, /3 of 3/);
  t.is((await p.stranger().get(body.upgradeUrl)).location, '/sign-in?next=%2Fsettings%2Fbilling');
});
