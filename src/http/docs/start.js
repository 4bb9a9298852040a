// Shows the description. What is tried out goes to where the page came from, whatever address the description names: a
// browser asks no other from here. No validator: its badge would send our address to another server.
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
