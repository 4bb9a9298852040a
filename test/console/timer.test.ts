import test from 'ava';
import { buttonsOf, lacks, linksOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

// The page of the timer, and the timer on other pages. Its rules are tried on its functions (test/actions/timer.test.ts).

const w = consoleWorld(test);
const { sql } = w;

/** A member of a studio with two projects. */
async function member() {
  const studio = await w.workspace();
  const { id: clientId } = await studio.client({ name: 'Harbour Bakery' });
  const website = await studio.project({ clientId, name: 'Website' });
  const menu = await studio.project({ clientId, name: 'Menu' });
  return { studio, website, menu, browser: await w.member(studio.id) };
}

test('a timer is started from a project, shown on every page, and switched with a note on what was logged', async t => {
  const { website, menu, browser } = await member();
  const tab = (id: string) => browser.get(`/projects/${id}?tab=time`);
  t.regex((await browser.get('/clients')).text, /href="\/timer"[^>]*>.*?<span>Timer<\/span>/);
  const started = await browser.press(await tab(website.id), 'Start timer');
  t.is(started.location, '/timer?done=timer.start.started');
  t.regex(
    (await browser.get('/clients')).text,
    /<span>Website<\/span><b class="elapsed" data-seconds="\d+">0:0/,
  );
  shows(t, await tab(website.id), 'The timer is on this project: 0:0 … Pause or stop it');
  const other = await tab(menu.id);
  shows(t, other, 'This stops the timer on Website and logs its time.');
  const switched = await browser.get((await browser.press(other, 'Start timer')).location!);
  shows(t, switched, 'Timer started. The timer on the other project was stopped', 'Menu 0:0 … Running');
  shows(t, switched, 'Logged 1 min on Website (Harbour Bakery)', 'Start on another project … Website');
  t.regex((await browser.follow(switched, 'Edit time entry')).text, /<h2>Edit time entry<\/h2>/);
});

test('a timer past 16 hours asks how long the person worked, before anything else', async t => {
  const { studio, website, browser } = await member();
  await browser.press(await browser.get(`/projects/${website.id}?tab=time`), 'Start timer');
  const seventeenHoursAgo = new Date(Date.now() - 17 * 3_600_000);
  await sql(
    'update corkboard.timers set resumed_at = $2 where workspace_id = $1',
    studio.id,
    seventeenHoursAgo,
  );
  const page = await browser.get('/timer');
  shows(t, page, '16:00:00 Stopped counting', 'How long did you work?');
  lacks(t, page, 'Pause', 'Start on another project');
  const unanswered = await browser.press(page, 'Stop and log time', { minutes: '' });
  t.is(unanswered.status, 422);
  shows(t, unanswered, 'Duration is required, because the timer stopped counting after 16 hours');
  const answered = await browser.press(page, 'Stop and log time', { minutes: '2:30' });
  shows(t, await browser.get(answered.location!), 'Timer stopped.', 'Logged 2 h 30 min on Website');
});

test('projects on which a member logged time come first, and a timer in the trash can only be discarded', async t => {
  const { studio, website, browser } = await member();
  for (let n = 0; n < 9; n++) await studio.project({ clientId: website.clientId, name: `Later ${n}` });
  lacks(t, await browser.get('/timer'), 'Website');
  const tab = await browser.get(`/projects/${website.id}?tab=time`);
  await browser.press(tab, 'Log time', { minutes: '5 min' });
  shows(t, await browser.get('/timer'), 'Website Harbour Bakery … Later 8', 'There are more');
  await browser.press(tab, 'Start timer');
  await sql('select corkboard.trash_project($1, $2)', studio.id, website.id);
  const page = await browser.get('/timer');
  shows(t, page, 'This project is in the trash. Restore it');
  t.false(buttonsOf(page).some(button => button.includes('Stop')));
  t.true(linksOf(page).some(([, href]) => href === '/trash'));
  const { location } = await browser.press(page, 'Discard timer');
  shows(t, await browser.get(location!), 'Timer discarded.', 'Start on a project');
});
