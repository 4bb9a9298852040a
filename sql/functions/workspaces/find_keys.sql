-- Reads every key: there are too few of them, and this is run too rarely, to be worth an index.
create or replace function corkboard.find_keys(p_prefix text) returns setof corkboard.api_keys
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  return query select k.* from corkboard.api_keys k where starts_with(k.prefix, p_prefix);
end
$$;
comment on function corkboard.find_keys(text) is
  'The keys of all workspaces, revoked ones too, whose stored prefix begins with these characters.';
