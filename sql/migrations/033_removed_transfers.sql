do $$
begin
  alter table corkboard.removed_payments add column transfer_id uuid;
  comment on column corkboard.removed_payments.transfer_id is 'As in payments.';
end
$$;
