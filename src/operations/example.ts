/**
 * The client and the project that examples are about: that of the demo workspace has these ids (src/demo.ts),
 * so that the examples of the description work there as they stand.
 */
export const exampleIds = {
  clientId: '01994c2d-1a44-7f0e-8d21-6b90c3e7f512',
  projectId: '01994c2e-7d1f-7b3a-9c58-2f6e0a1b4c3d',
};
