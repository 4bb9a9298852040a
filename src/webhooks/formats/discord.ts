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

const embedOf = ({ title, body, facts, mood }: Announcement, createdAt: string): APIEmbed => ({
  title,
  ...(body === null ? {} : { description: cut(body, descriptionLimit, escaped) }),
  color: colours[mood],
  fields: facts.map(({ label, value }) => ({
    name: label,
    value: cut(value, valueLimit, escaped),
    inline: true,
  })),
  timestamp: createdAt,
});
