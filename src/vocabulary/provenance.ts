/** The channels of keys, as people call them. */
const channels = { api: 'API', mcp: 'MCP' };

/** How a key is described, whichever channel it uses: `assistant, via API` (decisions: The console). */
export const assistantVia = (via: keyof typeof channels): string => `assistant, via ${channels[via]}`;
