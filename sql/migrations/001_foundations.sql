-- What the tables stand on: the schemas, the extension, the types of arguments, and the functions that column defaults
-- and indexes are built from (so they live here, frozen, and not in functions/).

comment on schema corkboard is 'Corkboard: one row of workspaces per customer, everything else keyed by workspace_id.';
create schema corkboard_ops;
comment on schema corkboard_ops is 'Views for whoever looks after the database: what waits, what fails, who is sick.';
comment on table corkboard.migrations is 'Which files of sql/migrations have run.';

-- Lets the workspace stand in the same index as the grams of a search.
create extension if not exists btree_gin;

-- Version 7 (RFC 9562): milliseconds, then 12 bits of the microseconds, then random bits. Ids made
-- later sort later, which keeps the indexes compact. PostgreSQL has its own from 18 on only.
create function corkboard.uuid_v7() returns uuid
language plpgsql volatile parallel safe
as $$
declare
  v_micros bigint := extract(epoch from clock_timestamp()) * 1000000;
  v_bytes bytea := uuid_send(gen_random_uuid());
begin
  v_bytes := overlay(v_bytes placing substring(int8send(v_micros / 1000) from 3) from 1 for 6);
  v_bytes := overlay(v_bytes placing substring(int8send(7 << 12 | (v_micros % 1000) * 4096 / 1000) from 7) from 7 for 2);
  return encode(v_bytes, 'hex')::uuid;
end
$$;
comment on function corkboard.uuid_v7() is 'A new id: UUID version 7, ordered by time.';

-- 244 random bits from the server's strong source, in the URL-safe alphabet.
create function corkboard.new_share_token() returns text
language sql volatile parallel safe
as $$
  select translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')
$$;
comment on function corkboard.new_share_token() is 'The secret part of a new share link, which nobody guesses.';

-- Lower, then upper: this order also makes one letter of ß, ẞ and SS, and one of the sigmas. It leaves a dot above the
-- Turkish İ, whose lower case is a plain i, so that dot is taken away. NFC makes one of the two spellings of é; it comes
-- last, because upper case may take a letter and its accent apart. By ICU and not by the database's locale, so that every
-- alphabet folds wherever the database was made.
create function corkboard.fold(value text) returns text
language sql immutable parallel safe strict
as $$
  select normalize(replace(upper(lower(value collate "und-x-icu") collate "und-x-icu"), U&'I\0307', 'I'), NFC) collate "C"
$$;
comment on function corkboard.fold(text) is 'Text as search compares it: without case, in every alphabet, in NFC.';

-- Not the trigrams of pg_trgm, which knows no letters beyond ASCII where the database's locale is C.
create function corkboard.grams(value text, shortest integer, longest integer) returns text[]
language plpgsql immutable parallel safe strict
as $$
declare
  v_grams text[] := '{}';
begin
  for size in shortest .. longest loop
    for i in 1 .. char_length(value) - size + 1 loop
      v_grams := v_grams || substr(value, i, size);
    end loop;
  end loop;
  return v_grams;
end
$$;
comment on function corkboard.grams(text, integer, integer) is
  'Every so many characters that stand together in a text: a text that contains another contains its grams.';

create type corkboard.caller as (workspace_id uuid, via text, label text);
comment on type corkboard.caller is
  'Who is writing: the workspace, by which door (app, api or mcp), and the label of the key or the name of the person.';

create type corkboard.happening as (workspace_id uuid, data json);
comment on type corkboard.happening is 'An event that happened in a workspace: its data, in the specified order of fields.';
