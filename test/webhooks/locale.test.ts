import test from 'ava';
import { operator } from '../support/command.ts';
import { hooks } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const publicUrl = 'https://console.example';
const h = hooks(test, w, () => ({ PUBLIC_URL: publicUrl }));
const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true', PUBLIC_URL: publicUrl });

const { sql } = w;

async function studioIn(locale: string, zone: string) {
  const studio = await w.workspace();
  await sql(
    'update corkboard.workspaces set locale = $2, time_zone = $3 where id = $1',
    studio.id,
    locale,
    zone,
  );
  return studio;
}

/** The possible times in a text, in the format of its locale: the minute of the delivery, or the next one. */
const isTime = (text: string, at: Date, locale: string, timeZone: string) =>
  [0, 60_000].some(ms => {
    const then = new Date(at.getTime() - ms);
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(then);
    const time = new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }).format(then);
    return text === `${day}, ${time}`;
  });

test('Slack and Discord get amounts, days and times in the workspace’s locale and time zone; JSON doesn’t', async t => {
  const studio = await studioIn('de-DE', 'Pacific/Kiritimati');
  const events = ['invoice.overdue'];
  const [slack, discord, json] = [
    await h.subscribe(studio.id, { events, format: 'slack' }),
    await h.subscribe(studio.id, { events, format: 'discord' }),
    await h.subscribe(studio.id, { events }),
  ];
  const project = await studio.project({ name: 'Website' });
  const invoice = await studio.invoice(project.id, {
    amountCents: 123_456,
    currency: 'EUR',
    dueDate: '1990-01-31',
  });
  await corkboard('invoice', 'send', invoice.id);
  await sql(`select corkboard.detect_overdue('1993-01-31')`);
  const [message] = (await slack.gets(1)) as [any];
  const sentence = 'Client is 1.096 days late with INV-0001: 1.234,56 € · Website';
  t.is(message.body.text, sentence);
  const facts = message.body.blocks.at(-1).elements.map(({ text }: any) => text);
  t.is(facts[0], 'Was due: 31. Januar 1990');
  const [{ created_at }] = await h.deliveries(slack.endpointId);
  t.true(isTime(facts[1], created_at, 'de-DE', 'Pacific/Kiritimati'), facts[1]);
  t.is(facts[2], `<${publicUrl}/invoices/${invoice.id}|Open in Corkboard>`);
  const [card] = (await discord.gets(1)) as [any];
  t.is(card.body.content, sentence);
  t.deepEqual(card.body.embeds[0].fields, [{ name: 'Was due', value: '31\\. Januar 1990', inline: true }]);
  t.is(card.body.embeds[0].description, `[Open in Corkboard](${publicUrl}/invoices/${invoice.id})`);
  const [plain] = (await json.gets(1)) as [any];
  t.false(plain.text.includes(publicUrl));
  t.like(plain.body.data, { dueDate: '1990-01-31', totalCents: 123_456, daysOverdue: 1096 });
  t.deepEqual(Object.keys(plain.body), ['id', 'event', 'createdAt', 'workspaceId', 'data']);
});

test('a test of an endpoint shows the time in the workspace’s time zone', async t => {
  const studio = await studioIn('en-GB', 'Asia/Kathmandu');
  const slack = await h.subscribe(studio.id, { events: ['invoice.overdue'], format: 'slack' });
  await corkboard('endpoint', 'test', slack.endpointId);
  const [message] = (await slack.gets(1)) as [any];
  const [{ text }] = message.body.blocks.at(-1).elements;
  t.true(isTime(text, new Date(), 'en-GB', 'Asia/Kathmandu'), text);
});

test('a sample for a channel uses the workspace’s formats, and links to the console', async t => {
  const studio = await studioIn('de-DE', 'Pacific/Kiritimati');
  const [slack, discord] = [
    await h.subscribe(studio.id, { format: 'slack' }),
    await h.subscribe(studio.id, { format: 'discord' }),
  ];
  for (const { endpointId } of [slack, discord])
    await corkboard('endpoint', 'test', endpointId, '--event', 'invoice.overdue');
  const [message] = (await slack.gets(1)) as [any];
  t.regex(message.body.text, /^Sample client is 7 days late with SAMPLE-0001: 5\.040,00 € · Sample project$/);
  const small = message.body.blocks.at(-1).elements.map(({ text }: any) => text);
  t.regex(small[0], /^Was due: \d+\. [A-ZÄ][a-zä]+ \d{4}$/);
  t.true(isTime(small[1], new Date(), 'de-DE', 'Pacific/Kiritimati'), small[1]);
  t.regex(small[2], /^<https:\/\/console\.example\/invoices\/[0-9a-f-]{36}\|Open in Corkboard>$/);
  const [card] = (await discord.gets(1)) as [any];
  t.regex(card.body.embeds[0].description, /^\[Open in Corkboard\]\(https:\/\/console\.example\/invoices\//);
});

test('every attempt sends the same bytes to a channel', async t => {
  const studio = await studioIn('pt-BR', 'America/Sao_Paulo');
  for (const format of ['slack', 'discord']) {
    const hook = await h.subscribe(studio.id, { events: ['invoice.sent'], format, reaction: 500 });
    const project = await studio.project();
    const invoice = await studio.invoice(project.id, { dueDate: '2099-01-31' });
    await corkboard('invoice', 'send', invoice.id);
    await hook.gets(1);
    const [{ id }] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
    hook.reaction = 200;
    await corkboard('delivery', 'retry', id);
    await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
    await corkboard('delivery', 'replay', id);
    const texts = (await hook.gets(3)).map(({ text }) => text);
    t.true(texts[0]!.includes(`${publicUrl}/invoices/${invoice.id}`), format);
    t.is(new Set(texts).size, 1, format);
    // Only one endpoint may receive the next invoice.
    await corkboard('endpoint', 'remove', hook.endpointId);
  }
});
