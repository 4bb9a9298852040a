import test from 'ava';
import { lacks, linksOf, shows } from '../support/browser.ts';
import { everything } from '../support/command.ts';
import { consoleWorld } from '../support/console.ts';
import { subscriptions } from '../support/hooks.ts';
import { inquiryLink } from '../support/shareLinks.ts';

// The form for people who aren't clients yet, and what members do with what these send.

const w = consoleWorld(test);
const { sql, call } = w;
const guest = w.stranger;

const person = { name: 'Ines Falk', email: 'ines@falk.example', company: 'Falk & Sons', message: 'A menu' };
const button = 'Send inquiry';

/** A studio that takes inquiries. */
async function open(plan = 'pro') {
  const studio = await w.workspace({ plan });
  await call('set_inquiry_form', studio.id, { is_open: true, questions: ['When?', 'Budget?'] });
  const receive = async (from: string | null = null): Promise<string> => {
    const given = [...Object.values(person), '{"When?": "In May"}', from, 'Browser/1'];
    return (await call('receive_inquiry', studio.id, ...given))[0].id;
  };
  return { studio, receive, link: await inquiryLink(w, studio.id) };
}

const received = (workspaceId: string) =>
  sql(
    `select name, email, company, message, answers, host(received_from) as "from", received_with as browser
       from corkboard.inquiries where workspace_id = $1`,
    workspaceId,
  );

test('the owner switches the form on, and what a person sends once is stored once, as it was sent', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const settings = '/settings/inquiries';
  lacks(t, await owner.get(settings), 'Link to the form');
  shows(t, await owner.get('/inquiries'), 'No open inquiries.', 'switch on your inquiry form');
  const typed = { isOpen: 'on', introduction: 'Tell us <b>all</b>', questions: 'When?\nBudget?' };
  t.is((await owner.press(await owner.get(settings), 'Save changes', typed)).status, 303);
  const link = await inquiryLink(w, studio.id);
  t.true((await owner.get(settings)).text.includes(`value="${w.baseUrl}${link}"`));
  const form = await guest().get(link);
  shows(t, form, 'Inquiry to Studio', 'Tell us <b>all</b>', 'When?', 'Budget?');
  t.is(form.headers.get('x-robots-tag'), 'noindex, nofollow');
  for (const wrong of [{ email: 'ines@falk' }, { name: ' ' }, { message: '' }]) {
    const refused = await guest().press(form, button, { ...person, ...wrong, 'answers.0.answer': 'May' });
    t.is(refused.status, 422);
    t.true(refused.text.includes('value="Falk &amp; Sons"'));
    t.true(refused.text.includes('May</textarea>'));
  }
  const headers = { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7', 'User-Agent': 'Browser/1' };
  const once = /name="once" value="([^"]+)"/.exec(form.text)![1]!;
  const sent = { once, ...person, 'answers.0.question': 'When?', 'answers.0.answer': 'May', website: '' };
  const both = await Promise.all([1, 2].map(() => guest().post(`${link}/send`, sent, headers)));
  for (const { location } of both) t.is(location, `${link}?sent=true`);
  t.deepEqual(await received(studio.id), [
    { ...person, answers: { 'When?': 'May' }, from: '203.0.113.7', browser: 'Browser/1' },
  ]);
  const after = await guest().get(both[0]!.location!);
  shows(t, after, 'Studio has received your inquiry.');
  lacks(t, after, 'Ines', 'Your message');
  shows(t, await owner.get('/'), 'Ines Falk sent an inquiry Falk & Sons · “A menu”');
  for (const search of ['ines', 'SONS', 'falk.example'])
    shows(t, await owner.get(`/search?search=${search}`), 'Ines Falk');
  const [{ id }] = await sql('select id from corkboard.inquiries where workspace_id = $1', studio.id);
  const page = await owner.get(`/inquiries/${id}`);
  shows(t, page, 'A menu When? May', 'ines@falk.example', '203.0.113.7', 'Browser/1');
  shows(t, await owner.get('/settings/audit'), 'Client … sent an inquiry', 'changed the inquiry form');
});

test('a form that is off, renewed or of a suspended workspace takes nothing, nor does one that a program filled in', async t => {
  const { studio, link } = await open();
  const page = await guest().get(link);
  const trapped = await guest().press(page, button, { ...person, website: 'https://spam.example' });
  t.is(trapped.location, `${link}?sent=true`);
  await call('suspend_workspace', studio.id);
  shows(t, await guest().press(page, button, person), 'This page is not available');
  await call('resume_workspace', studio.id);
  await call('set_inquiry_form', studio.id, '{"is_open": false}');
  for (const typed of [person, { ...person, website: 'x' }])
    t.is((await guest().press(page, button, typed)).status, 404);
  await t.throwsAsync(call('receive_inquiry', studio.id, ...Object.values(person), '{}', null, null), {
    message: 'This workspace takes no inquiries.',
  });
  await call('set_inquiry_form', studio.id, '{"is_open": true}');
  t.is((await guest().get(link)).status, 200);
  await call('renew_share_link', studio.id, 'inquiry', studio.id);
  shows(t, await guest().press(page, button, person), 'This link no longer works');
  t.deepEqual(await received(studio.id), []);
});

test('a network sends five inquiries an hour, and a workspace has a hundred open ones, which is said without a lock', async t => {
  const { studio, receive, link } = await open();
  for (let n = 1; n <= 4; n++) await receive(`2001:db8:1:${n}::1`);
  await receive('2001:db8:2::1');
  await receive('2001:db8:1:5::1');
  const tooMany = { message: /^5 inquiries have come from your network within an hour/ };
  await t.throwsAsync(receive('2001:db8:1:6::1'), tooMany);
  const age = `update corkboard.inquiries set received_at = now() - interval '61 minutes' where workspace_id = $1`;
  await sql(age, studio.id);
  await t.notThrowsAsync(receive('2001:db8:1:6::1'));
  await sql(
    `insert into corkboard.inquiries (workspace_id, name, email) select $1, 'A', 'a@b.example' from generate_series(1, 93)`,
    studio.id,
  );
  const page = await guest().get(link);
  const holder = await w.db.connect();
  await holder.query('begin');
  await holder.query('select corkboard.lock_workspace($1)', [studio.id]);
  const refused = await guest().press(page, button, person);
  await holder.query('commit');
  holder.release();
  t.is(refused.status, 409);
  shows(t, refused, 'Too many inquiries are waiting for an answer at the moment. Send an email instead');
  t.true(refused.text.includes('A menu</textarea>'));
});

test('one press makes a client and a project of an inquiry, once, and emits nothing', async t => {
  const { studio, receive } = await open();
  const { endpointId } = await subscriptions(w).subscribe(studio.id);
  const id = await receive();
  const people = [await w.owner(studio.id), await w.member(studio.id)];
  const pages = await Promise.all(people.map(one => one.get(`/inquiries/${id}`)));
  const both = await Promise.all(people.map((one, n) => one.press(pages[n]!, 'Add client and project')));
  t.deepEqual(both.map(({ status }) => status).toSorted(), [303, 409]);
  const [made] = await sql(
    `select c.name, c.company, c.contact_name as contact, c.email, p.name as project, p.stage, p.notes, k.answers,
            k.submitted_at is not null as submitted, p.id, c.id as client
       from corkboard.clients c
       join corkboard.projects p on p.workspace_id = c.workspace_id and p.client_id = c.id
       join corkboard.intakes k on k.workspace_id = c.workspace_id and k.project_id = p.id where c.workspace_id = $1`,
    studio.id,
  );
  const { id: projectId, client: clientId, ...rest } = made;
  t.deepEqual(rest, {
    ...{ name: 'Falk & Sons', company: null, contact: 'Ines Falk', email: 'ines@falk.example' },
    ...{ project: 'New project', stage: 'lead', notes: 'A menu' },
    ...{ answers: { 'When?': 'In May' }, submitted: true },
  });
  const client = await people[0]!.get(`/clients/${clientId}`);
  t.is(linksOf(client).find(([name]) => name === 'First inquiry')?.[1], `/inquiries/${id}`);
  t.true(both.some(({ location }) => location?.startsWith(`/projects/${projectId}?`)));
  t.deepEqual(await sql('select 1 from corkboard.webhook_deliveries where endpoint_id = $1', endpointId), []);
  const page = await people[0]!.get(`/inquiries/${id}`);
  shows(t, page, 'Converted by');
  lacks(t, page, 'Dismiss', 'Delete inquiry');
});

test('an inquiry can exceed no cap; the page offers a client with its email address, who needs only that of projects', async t => {
  const { studio, receive } = await open();
  const known = await studio.client({ name: 'Falk', email: 'Ines@Falk.example' });
  await studio.client({ name: 'Other', email: 'other@falk.example' });
  const id = await receive();
  await sql(
    `insert into corkboard.plans (name, clients, active_projects) values ('no-project', 3, 0), ('no-client', 0, 1)
     on conflict do nothing`,
  );
  for (const [plan, message] of [
    ['no-project', /allows 0 active projects/],
    ['no-client', /allows 0 clients/],
  ] as const) {
    await sql('update corkboard.workspaces set plan = $2 where id = $1', studio.id, plan);
    await t.throwsAsync(call('convert_inquiry', studio.id, id, null, null), { message });
  }
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/inquiries/${id}`);
  shows(t, page, 'A client has this email Falk');
  const done = await owner.press(page, 'Add project to this client', { projectName: 'Menu' });
  t.is(done.status, 303);
  const made = 'select client_id as client, name from corkboard.projects where workspace_id = $1';
  t.deepEqual(await sql(made, studio.id), [{ client: known.id, name: 'Menu' }]);
});

test('a dismissed inquiry can be reopened, and a deleted one leaves nothing of the person', async t => {
  const { studio, receive } = await open();
  const id = await receive();
  const owner = await w.owner(studio.id);
  const press = async (name: string) => owner.press(await owner.get(`/inquiries/${id}`), name);
  await press('Dismiss');
  lacks(t, await owner.get('/'), 'Ines Falk sent an inquiry');
  shows(t, await owner.get('/inquiries?state=dismissed'), 'Ines Falk');
  await press('Reopen');
  shows(t, await owner.get('/inquiries'), 'Ines Falk');
  t.is((await press('Delete inquiry')).location, '/inquiries?done=inquiry.delete');
  t.notRegex(JSON.stringify(await everything(w, studio.id)), /Ines|Falk|falk|menu/);
});
