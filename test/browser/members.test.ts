import test from 'ava';
import { signIn } from '../support/session.ts';
import { inspect } from './inspect.ts';
import { site, watched } from './site.ts';

// What the page of the members and the first page look like while an address or the ownership changes.

const watch = watched(test);

test('the pages for a pending code and for an offer of ownership look right', async t => {
  t.timeout(300_000);
  const owner = await watch.ownerElsewhere();
  const member = await signIn(watch, owner.workspaceId, { email: 'maximiliane.oberhuber@larkspur.example' });
  await watch.db.query('select corkboard.offer_ownership($1, $2)', [owner.workspaceId, member.email]);
  const wrong: string[] = [];
  const see = async (person: typeof owner, kind: string, address: string) => {
    const page = await (await watch.visitor(person)).newPage();
    wrong.push(...(await inspect(page, (await page.goto(site.baseUrl + address))!, kind)));
    return page;
  };
  await see(owner, '/offered', '/settings/members');
  await see(member, '/offer-waits', '/');
  const page = await see(member, '/offer', '/settings/members');
  await page.getByLabel('New email address').fill('m.oberhuber@larkspur.example');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await page.getByLabel('Code from the email').fill('WRONG');
  const answer = page.waitForResponse(response => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Confirm new address' }).click();
  const refused = await answer;
  wrong.push(...(await inspect(page, refused, '/wrong-code')));
  await watch.db.query('select corkboard.remove_member($1, $2)', [owner.workspaceId, member.memberId]);
  await see(owner, '/nothing-offered', '/settings/members');
  t.deepEqual(wrong, []);
});
