alter table corkboard.api_keys add column if not exists connected_at timestamptz;
comment on column corkboard.api_keys.connected_at is
  'When an assistant first connected to the tool server with this key; null: not yet.';
