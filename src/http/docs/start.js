// Shows the description. Requests that are tried out go to where the page came from, not to the server that the
// description names: the page's policy allows no other. No validator: its badge would send our address to its server.
fetch('openapi.json')
  .then(response => response.json())
  .then(description =>
    globalThis.SwaggerUIBundle({
      dom_id: '#docs',
      spec: { ...description, servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }] },
      validatorUrl: null,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
    }),
  );
