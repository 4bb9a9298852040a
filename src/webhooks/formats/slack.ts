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

/** Slack reads mentions and links out of <...>; as entities the three characters are only themselves. */
const escaped = (text: string) => text.replace(/[&<>]/g, character => entities[character]!);

/** In plain_text, unlike mrkdwn, * _ ~ ` and :names: mean nothing: Slack has no escape for those. */
const plain = (text: string, limit = textLimit): PlainTextElement => ({
  type: 'plain_text',
  text: cut(text, limit, escaped),
  emoji: false,
});

/** The only element that Slack reads for markup. A bar would end the address. */
const linkTo = (address: string): MrkdwnElement => ({
  type: 'mrkdwn',
  text: `<${escaped(address).replaceAll('|', '%7C')}|Open in Corkboard>`,
});

/**
 * A message for a Slack incoming webhook: a header, the sentence, what was written, and in small print the facts and
 * the link. `text` is what a notification shows. Slack would unfold the link to a page that asks it to sign in.
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
