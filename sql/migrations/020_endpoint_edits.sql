-- Endpoints can be edited and described, so that two endpoints on one host can be told apart.

alter table corkboard.webhook_endpoints
  add column description text,
  add column version integer not null default 1;
comment on column corkboard.webhook_endpoints.description is 'What the endpoint is for, in the owner''s words.';
comment on column corkboard.webhook_endpoints.version is
  'Counts the edits. An edit names the version that its author saw, and is rejected if there is a newer one.';
