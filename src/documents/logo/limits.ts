/** The most bytes of a logo, as uploaded and as stored. The functions in sql/functions/workspaces have the same. */
export const maxLogoBytes = 204_800;
/** The most pixels of either side: a small file can be an image that takes gigabytes to show. */
export const maxSide = 4_000;
