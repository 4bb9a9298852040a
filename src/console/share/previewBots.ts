/** Parts of the names, in User-Agent, of programs that open a link only to show a preview of its page, in lower case. */
const previewBots = [
  'bingpreview',
  'bitlybot',
  'bluesky cardyb',
  'discordbot',
  'embedly',
  'facebookexternalhit',
  'iframely',
  'kakaotalk-scrap',
  'line-poker',
  'linkedinbot',
  'mastodon/',
  'mattermost-bot',
  'microsoftpreview',
  'redditbot',
  'rocket.chat',
  'skypeuripreview',
  'slackbot',
  'summalybot',
  'synapse (bot',
  'telegrambot',
  'twitterbot',
  'vkshare',
  'whatsapp/',
];

/**
 * Whether a program names itself as one that shows previews of links. Mail and chat programs open links in this way before
 * anyone has read them. Other programs and a missing User-Agent are no sign of that.
 */
export function isPreviewBot(userAgent = ''): boolean {
  const name = userAgent.toLowerCase();
  return previewBots.some(bot => name.includes(bot));
}
