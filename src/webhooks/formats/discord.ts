import type { APIEmbed, RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { cut } from '../../vocabulary/cut.ts';
import { type Announcement, announcementOf, type Mood } from '../announcement.ts';
import type { Delivery } from '../delivery.ts';

// Limits of docs.discord.com, Message and Embed Limits. A whole embed may have 6,000 characters; the limits on the
// texts of an announcement keep it far below.

/** The most characters of a message's own text. */
const contentLimit = 2000;
/** The most characters of an embed's description. */
const descriptionLimit = 4096;
/** The most characters of the value of an embed's field. */
const valueLimit = 1024;

const colours: Record<Mood, number> = { good: 0x2e9e5b, news: 0x3b7dd8, attention: 0xd9822b };

/**
 * A backslash before everything that Discord could read as more than text: markdown, <@mentions>, @everyone,
 * :emoji:, and the slashes without which an address is no link and has no preview. Dashes and "1." make a
 * list where a line begins, and in some parsers after an escaped character and a space: they are
 * escaped where a word begins, so that INV-0007 stays as it is.
 */
const escaped = (text: string) =>
  text
    .replace(/[\\*_~`|<>[\]()#@/]|:(?=\S)/g, '\\$&')
    .replace(/(?<=^|\s)[-+]/g, '\\$&')
    .replace(/(?<=^|\s)(\d+)\.(?!\d)/g, '$1\\.');

/**
 * A message for a Discord webhook: the sentence, which a notification shows, and a card with the rest. The
 * empty `allowed_mentions` keeps anybody from being called, whatever the text holds.
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
 * A link in the card's text. The card has a field for an address, but Discord answers 400 to the whole message if the
 * host in it has no dot, like localhost. Discord shows previews only of addresses in `content`, which has none.
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
    color: colours[mood],
    fields: facts.map(({ label, value }) => ({
      name: label,
      value: cut(value, valueLimit, escaped),
      inline: true,
    })),
    // Discord shows it by the clock and in the language of each reader.
    timestamp: createdAt,
  };
};
