/** The address of a workspace's logo with this SHA-256, in hex (src/console/share/logo.ts). */
export const logoPath = (workspaceId: string, sha256: string): string => `/logos/${workspaceId}/${sha256}`;
