import test from 'ava';
import fc from 'fast-check';
import { announcementOf } from '../../../src/webhooks/announcement.ts';
import { slack } from '../../../src/webhooks/formats/slack.ts';
import { delivery, kinds, minimal, publicUrl, saying, strange, typical } from '../../support/deliveries.ts';

const read = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const send = (...given: Parameters<typeof delivery>) => JSON.parse(slack(delivery(...given)));
const textsOf = ({ text, blocks }: any): string[] => [
  text,
  ...blocks.flatMap((block: any) => (block.elements ?? [block.text]).map((element: any) => element.text)),
];

const isLink = ({ type, text }: any) =>
  type === 'mrkdwn' && /^<https:\/\/[\w./?=-]+\|Open in Corkboard>$/.test(text);

function withinLimits({ text, blocks, unfurl_links, unfurl_media, ...rest }: any): boolean {
  const within = (most: number, element: any) =>
    (element.type === 'plain_text' || isLink(element)) &&
    element.text.length >= 1 &&
    element.text.length <= most;
  const fits: Record<string, (block: any) => boolean> = {
    header: block => within(150, block.text),
    section: block => within(3000, block.text),
    context: ({ elements }) =>
      elements.length >= 1 &&
      elements.length <= 10 &&
      elements.every((element: any) => within(2000, element)),
  };
  return (
    Object.keys(rest).length === 0 &&
    unfurl_links === false &&
    unfurl_media === false &&
    text.length >= 1 &&
    text.length <= 4000 &&
    blocks.length <= 50 &&
    blocks.every((block: any) => fits[block.type]!(block))
  );
}

test('a payment is a header, a sentence and a context line', t => {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  t.deepEqual(send('invoice.paid'), {
    text: 'Harbour Bakery paid INV-0007: $8,400.00 · Website and online shop',
    blocks: [
      { type: 'header', text: plain('Invoice paid') },
      { type: 'section', text: plain('Harbour Bakery paid INV-0007: $8,400.00 · Website and online shop') },
      { type: 'context', elements: [plain('31 January 2027, 09:05 UTC')] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
});

test('the link to the record ends the context line, and its URL is escaped', t => {
  const linkOf = (address: string) =>
    JSON.parse(slack({ ...delivery('invoice.paid'), publicUrl: address }))
      .blocks.at(-1)
      .elements.at(-1);
  const { invoiceId } = typical['invoice.paid'];
  t.deepEqual(linkOf(publicUrl), {
    type: 'mrkdwn',
    text: `<${publicUrl}/invoices/${invoiceId}|Open in Corkboard>`,
  });
  t.is(
    linkOf('https://example.com/a|b&c<d>').text,
    `<https://example.com/a%7Cb&amp;c%3Cd%3E/invoices/${invoiceId}|Open in Corkboard>`,
  );
});

test('free text is in its own section, and facts are in the context line', t => {
  const { blocks } = send('revision.logged', { ...saying('revision.logged', 'Ruf & <b>'), roundNumber: 5 });
  t.is(blocks[2].text.text, 'Ruf &amp; &lt;b&gt;');
  t.deepEqual(
    blocks[3].elements.map((element: any) => element.text),
    ['Beyond the scope: 2 rounds', '31 January 2027, 09:05 UTC'],
  );
});

test('a name contains no mentions or links', t => {
  const name = '<!channel> <@U123> <https://evil.example|here> R&amp;D *b* _i_ ~s~ `c` :tada:';
  const texts = textsOf(send('client.created', saying('client.created', name)));
  const escaped =
    '&lt;!channel&gt; &lt;@U123&gt; &lt;https://evil.example|here&gt; R&amp;amp;D *b* _i_ ~s~ `c` :tada:';
  t.is(texts.filter(text => text.includes(escaped)).length, 4);
  t.false(texts.some(text => /[<>]/.test(text)));
});

test('an event with only required values makes a valid message', t => {
  for (const kind of kinds) t.true(withinLimits(send(kind, minimal[kind])), kind);
});

test('any text fits, is escaped, and is shown as it was written', t => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), strange, (kind, text) => {
      const given = saying(kind, text);
      const sent = JSON.parse(slack({ ...delivery(kind, given), publicUrl }));
      t.is(read(sent.text), announcementOf(delivery(kind, given)).sentence);
      const texts = textsOf(sent).filter(text => !isLink({ type: 'mrkdwn', text }));
      return (
        withinLimits(sent) && texts.every(each => !/[<>]|&(?!(amp|lt|gt);)/.test(each) && each.isWellFormed())
      );
    }),
    { numRuns: 300 },
  );
});

test('a long text is cut between two escapes, with an ellipsis', t => {
  const { blocks } = send('revision.logged', saying('revision.logged', '&'.repeat(5000)));
  t.regex(blocks[2].text.text, /^(&amp;){599}…$/);
});
