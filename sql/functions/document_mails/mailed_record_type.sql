create or replace function corkboard.mailed_record_type(p_kind text) returns text
language sql immutable
as $$
  select case p_kind when 'invoice' then 'invoice' when 'estimate' then 'invoice'
    when 'change_order' then 'change_order_proposal' when 'portal' then 'client' else 'project' end
$$;
comment on function corkboard.mailed_record_type(text) is
  'How the audit log calls the record of an emailed document of this kind.';
