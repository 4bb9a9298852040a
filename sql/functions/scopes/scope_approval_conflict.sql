create or replace function corkboard.scope_approval_conflict(p_scope corkboard.scopes, p_version integer) returns text
language sql immutable
as $$
  select case
    when p_scope.approved_at is not null then 'The scope is approved already.'
    when coalesce(p_scope.version, 0) = 0 then 'The scope was never drafted, so there is nothing to approve.'
    when p_scope.version <> p_version then 'The scope was drafted again since it was read: read the new one first.'
  end
$$;
comment on function corkboard.scope_approval_conflict(corkboard.scopes, integer) is
  'Why a scope can''t be approved in the version that was read (null: any); null if it can.';
