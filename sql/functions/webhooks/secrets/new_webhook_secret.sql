create or replace function corkboard.new_webhook_secret() returns text
language sql volatile
as $$
  -- 32 bytes, from 366 bits of the server's cryptographic random source.
  select 'whsec_' || encode(
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64')
$$;
comment on function corkboard.new_webhook_secret() is 'A new signing secret: whsec_ and 32 random bytes in base64.';
