import type { KnownBlock, MrkdwnElement, PlainTextElement } from '@slack/types';
import { moment } from '../../formatting/index.ts';
import { cut } from '../../vocabulary/cut.ts';
import { type Announcement, announcementOf } from '../announcement.ts';
import type { Delivery } from '../delivery.ts';

/** The most characters of a header (docs.slack.dev, Block Kit). */
const headerLimit = 150;
/** The most characters of any other text object. */
const textLimit = 3000;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack interprets <...> as mentions and links; as entities the three characters are plain text. */
const escaped = (text: string) => text.replace(/[&<>]/g, character => entities[character]!);

/** plain_text and not mrkdwn, in which * _ ~ ` and :names: have a meaning that Slack offers no way to escape. */
const plain = (text: string, limit = textLimit): PlainTextElement => ({
  type: 'plain_text',
  text: cut(text, limit, escaped),
  emoji: false,
});

/** The only element with markup. A bar would end the address. */
const linkTo = (address: string): MrkdwnElement => ({
  type: 'mrkdwn',
  text: `<${escaped(address).replaceAll('|', '%7C')}|Open in Corkboard>`,
});

/**
 * A message for a Slack incoming webhook: a header, the sentence, the body, and in small print the facts and the link. `text`
 * is for notifications. Without `unfurl_links: false`, Slack would show a preview of the sign-in page.
 */
export function slack(delivery: Delivery): string {
  const announcement = announcementOf(delivery);
  return JSON.stringify({
    text: cut(announcement.sentence, textLimit, escaped),
    blocks: blocksOf(announcement, timeOf(delivery)),
    unfurl_links: false,
    unfurl_media: false,
  });
}

const timeOf = ({ createdAt, locale, timeZone }: Delivery): string =>
  moment(createdAt, locale ?? undefined, timeZone ?? undefined);

const blocksOf = ({ title, sentence, body, facts, link }: Announcement, time: string): KnownBlock[] => [
  { type: 'header', text: plain(title, headerLimit) },
  ...[sentence, body]
    .filter(text => text !== null)
    .map(text => ({ type: 'section' as const, text: plain(text) })),
  {
    type: 'context',
    elements: [
      ...[...facts.map(({ label, value }) => `${label}: ${value}`), time].map(text => plain(text)),
      ...(link === null ? [] : [linkTo(link)]),
    ],
  },
];
