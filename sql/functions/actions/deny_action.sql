-- Unlike those of reject, these reasons are not error codes of the API: only people in the console see them.
create or replace function corkboard.deny_action(p_reason text, p_message text) returns void
language plpgsql
as $$
begin
  raise exception using errcode = 'ZC002', message = p_message, detail = p_reason;
end
$$;
comment on function corkboard.deny_action(text, text) is
  'Raises ZC002: a person may not act. The detail is the reason: signed_out, owner_only, unconfirmed, or suspended (a client''s link).';
