// Shows the description. No validator: its badge would send our address to another server.
globalThis.SwaggerUIBundle({
  dom_id: '#docs',
  url: 'openapi.json',
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
});
