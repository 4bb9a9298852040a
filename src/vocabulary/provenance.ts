/** The channels through which keys work, as people call them. */
const channels = { api: 'API', mcp: 'MCP' };

/** What is said of whoever works with a key, whichever the channel: `assistant, via API` (decisions: Provenance). */
export const assistantVia = (via: keyof typeof channels): string => `assistant, via ${channels[via]}`;
