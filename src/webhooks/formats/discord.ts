import type { APIEmbed, RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { cut } from '../../vocabulary/cut.ts';
import { type Announcement, announcementOf, type Mood } from '../announcement.ts';
import type { Delivery } from '../delivery.ts';

// Limits of docs.discord.com, Message and Embed Limits. A whole embed may have 6,000 characters; the limits on the
// texts of an announcement keep it far below.

/** The most characters of a message's text. */
const contentLimit = 2000;
/** The most characters of an embed's description. */
const descriptionLimit = 4096;
/** The most characters of the value of an embed's field. */
const valueLimit = 1024;

const colors: Record<Mood, number> = { good: 0x2e9e5b, news: 0x3b7dd8, attention: 0xd9822b };

/**
 * Puts a backslash before everything that Discord could interpret: markdown, <@mentions>, @everyone, :emoji:, and the slashes
 * that make an address a link with a preview. Dashes and "1." make a list at the beginning of a line, and in some parsers
 * after an escaped character and a space: they are escaped at the beginning of a word, so that INV-0007 stays as it is.
 */
const escaped = (text: string) =>
  text
    .replace(/[\\*_~`|<>[\]()#@/]|:(?=\S)/g, '\\$&')
    .replace(/(?<=^|\s)[-+]/g, '\\$&')
    .replace(/(?<=^|\s)(\d+)\.(?!\d)/g, '$1\\.');

/**
 * A message for a Discord webhook: the sentence, which notifications show, and a card with the rest. The empty
 * `allowed_mentions` prevents mentions in any text.
 */
export function discord(delivery: Delivery): string {
  const announcement = announcementOf(delivery);
  return JSON.stringify({
    content: cut(announcement.sentence, contentLimit, escaped),
    embeds: [embedOf(announcement, delivery.createdAt)],
    allowed_mentions: { parse: [] },
  } satisfies RESTPostAPIWebhookWithTokenJSONBody);
}

/**
 * A link in the card's text. The card has a field for an address, but Discord rejects the whole message with 400 if its host
 * has no dot, as in localhost. Discord shows previews only of addresses in `content`, which has none.
 */
const linkTo = (address: string) =>
  `[Open in Corkboard](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;

function descriptionOf({ body, link }: Announcement): string | null {
  const last = link === null ? [] : [linkTo(link)];
  const room = descriptionLimit - last.join('').length - 1;
  const lines = [...(body === null ? [] : [cut(body, room, escaped)]), ...last];
  return lines.length === 0 ? null : lines.join('\n');
}

const embedOf = (announcement: Announcement, createdAt: string): APIEmbed => {
  const { title, facts, mood } = announcement;
  const description = descriptionOf(announcement);
  return {
    title,
    ...(description === null ? {} : { description }),
    color: colors[mood],
    fields: facts.map(({ label, value }) => ({
      name: label,
      value: cut(value, valueLimit, escaped),
      inline: true,
    })),
    // Discord shows it in the time zone and language of each reader.
    timestamp: createdAt,
  };
};
