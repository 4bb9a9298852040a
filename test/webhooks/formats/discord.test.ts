import test from 'ava';
import fc from 'fast-check';
import { announcementOf } from '../../../src/webhooks/announcement.ts';
import { discord } from '../../../src/webhooks/formats/discord.ts';
import { delivery, kinds, minimal, publicUrl, saying, strange, typical } from '../../support/deliveries.ts';

const read = (text: string) => text.replace(/\\([^0-9A-Za-z\s])/g, '$1');
const send = (...given: Parameters<typeof delivery>) => JSON.parse(discord(delivery(...given)));

/** Returns a text without its escaped characters: the rest must contain nothing that Discord interprets. */
const bare = (text: string) => text.replace(/\\[^0-9A-Za-z\s]/g, '\u00b7');
const active = /[\\*_~`|<>[\]()#@/]|:\S|(^|\s)([-+]|\d+\.(?!\d))/;

function withinLimits({ content, embeds: [embed], allowed_mentions, ...rest }: any): boolean {
  const { title, description = '', fields } = embed;
  const within = (most: number, text: string) => text.length >= 1 && text.length <= most;
  const texts = [title, description, ...fields.flatMap((field: any) => [field.name, field.value])];
  return (
    Object.keys(rest).length === 0 &&
    JSON.stringify(allowed_mentions) === '{"parse":[]}' &&
    within(2000, content) &&
    within(256, title) &&
    description.length <= 4096 &&
    fields.length <= 25 &&
    fields.every((field: any) => within(256, field.name) && within(1024, field.value)) &&
    texts.join('').length <= 6000
  );
}

test('a payment is a sentence with a green bar', t => {
  t.deepEqual(send('invoice.paid'), {
    content: 'Harbour Bakery paid INV-0007: $8,400.00 · Website and online shop',
    embeds: [{ title: 'Invoice paid', color: 0x2e9e5b, fields: [], timestamp: '2027-01-31T09:05:07.120Z' }],
    allowed_mentions: { parse: [] },
  });
});

test('good news, notes and calls to action have different colors', t => {
  t.deepEqual(
    { ...Object.groupBy(kinds, kind => send(kind).embeds[0].color.toString(16)) },
    {
      '2e9e5b': ['scope.approved', 'contract.signed', 'invoice.paid', 'change_order.approved'],
      '3b7dd8': [
        'intake.submitted',
        'invoice.sent',
        'invoice.viewed',
        'revision.logged',
        'client.created',
        'ping',
      ],
      d9822b: ['invoice.overdue'],
    },
  );
});

test('facts become fields, and the lines of free text stay lines instead of becoming a list', t => {
  t.is(
    send('revision.logged').embeds[0].description,
    'A calmer header.\n\\- Larger photographs\n\\- The menu on one page',
  );
  t.deepEqual(send('invoice.sent').embeds[0].fields, [
    { name: 'Due', value: '14 February 2027', inline: true },
  ]);
  const numbered = { ...typical['revision.logged'], description: '1. One\n# Two\n> Three\n-# Four' };
  t.is(send('revision.logged', numbered).embeds[0].description, '1\\. One\n\\# Two\n\\> Three\n\\-\\# Four');
});

test('a name contains no mentions, links, previews or formatting', t => {
  const name =
    '@everyone <@1> [a](https://b.example) discord.gg/x *b* _i_ ~~s~~ ||p|| `c` :skull: ¯\\_(ツ)_/¯';
  t.is(
    send('client.created', saying('client.created', name)).content,
    '\\@everyone \\<\\@1\\> \\[a\\]\\(https\\:\\/\\/b.example\\) discord.gg\\/x \\*b\\* \\_i\\_ \\~\\~s\\~\\~ \\|\\|p\\|\\| \\`c\\` ' +
      '\\:skull: ¯\\\\\\_\\(ツ\\)\\_\\/¯ is a new client',
  );
});

test('the link to the record is on its own line after free text, and its URL is escaped', t => {
  const described = (address: string, kind: 'revision.logged' | 'invoice.paid') =>
    JSON.parse(discord({ ...delivery(kind), publicUrl: address })).embeds[0];
  const { invoiceId } = typical['invoice.paid'];
  const embed = described(publicUrl, 'invoice.paid');
  t.is(embed.description, `[Open in Corkboard](${publicUrl}/invoices/${invoiceId})`);
  // Discord would reject the whole message if it contained a host like localhost.
  t.false('url' in embed);
  t.is(
    described('http://localhost:3000/a(b)', 'invoice.paid').description,
    `[Open in Corkboard](http://localhost:3000/a%28b%29/invoices/${invoiceId})`,
  );
  t.is(
    described(publicUrl, 'revision.logged').description,
    'A calmer header.\n\\- Larger photographs\n\\- The menu on one page\n' +
      `[Open in Corkboard](${publicUrl}/projects/${invoiceId}?tab=revisions)`,
  );
});

test('an event with only required values makes a valid message', t => {
  for (const kind of kinds) t.true(withinLimits(send(kind, minimal[kind])), kind);
});

test('any text fits, is shown as it was written, and can’t format or mention', t => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), strange, (kind, text) => {
      const given = saying(kind, text);
      const { sentence, body, facts } = announcementOf(delivery(kind, given));
      const sent = JSON.parse(discord({ ...delivery(kind, given), publicUrl }));
      const [{ description = '', fields }] = sent.embeds;
      const written = description.replace(/(^|\n)\[Open in Corkboard\]\(https:[\w/.?=-]+\)$/, '');
      t.is(written === description, kind === 'ping');
      const escaped = [sent.content, written, ...fields.map((field: any) => field.value)];
      t.deepEqual(escaped.map(read), [sentence, body ?? '', ...facts.map(fact => fact.value)]);
      return withinLimits(sent) && escaped.every(each => !active.test(bare(each)) && each.isWellFormed());
    }),
    { numRuns: 300 },
  );
});
