// Shows the description. Requests that are tried out go to the page's own origin instead of the server that the
// description names, because the page's policy allows no other. The validator's badge is off, because it would send our
// address to the validator's server.
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
